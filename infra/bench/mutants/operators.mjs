import ts from 'typescript';

/**
 * @typedef {{ start: number, end: number, text: string, what: string }} Change replaces the source from start to end
 * with `text`
 */

const { SyntaxKind: Kind } = ts;

/** Operators with their replacements. */
const otherOperators = new Map([
  [Kind.EqualsEqualsEqualsToken, ['!==']],
  [Kind.ExclamationEqualsEqualsToken, ['===']],
  [Kind.LessThanToken, ['<=', '>=']],
  [Kind.LessThanEqualsToken, ['<', '>']],
  [Kind.GreaterThanToken, ['>=', '<=']],
  [Kind.GreaterThanEqualsToken, ['>', '<']],
  [Kind.PlusToken, ['-']],
  [Kind.MinusToken, ['+']],
  [Kind.AsteriskToken, ['/']],
  [Kind.SlashToken, ['*']],
  [Kind.PercentToken, ['*']],
  [Kind.AsteriskAsteriskToken, ['*']],
  [Kind.AmpersandAmpersandToken, ['||']],
  [Kind.BarBarToken, ['&&']],
  [Kind.QuestionQuestionToken, ['&&']],
  [Kind.LessThanLessThanToken, ['>>']],
  [Kind.GreaterThanGreaterThanGreaterThanToken, ['<<']],
  [Kind.AmpersandToken, ['|']],
  [Kind.BarToken, ['&']],
  [Kind.PlusEqualsToken, ['-=']],
  [Kind.MinusEqualsToken, ['+=']],
]);

/** Methods with their opposites; '' removes the method from the chain. */
const otherMethods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toUpperCase: 'toLowerCase',
    toLowerCase: 'toUpperCase',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
    indexOf: 'lastIndexOf',
    lastIndexOf: 'indexOf',
    padStart: 'padEnd',
    ...{
      trim: '',
      filter: '',
      slice: '',
      sort: '',
      toSorted: '',
      toReversed: '',
      replace: '',
      replaceAll: '',
    },
    ...{ normalize: '', subarray: '' },
  }),
);

/** For each kind of syntax node, the function that lists the changes of such a node. */
const changesOf = new Map([
  [Kind.BinaryExpression, ofOperator],
  [Kind.PrefixUnaryExpression, ofPrefix],
  [Kind.IfStatement, (node) => bothWays(node.expression)],
  [Kind.ConditionalExpression, (node) => bothWays(node.condition)],
  [Kind.NumericLiteral, (node) => [change(node, String(Number(node.text) + 1))]],
  [
    Kind.BigIntLiteral,
    (node) => [change(node, `${BigInt(node.text.replaceAll('_', '').slice(0, -1)) + 1n}n`)],
  ],
  [Kind.StringLiteral, ofText],
  [Kind.NoSubstitutionTemplateLiteral, ofText],
  [Kind.TemplateExpression, (node) => [change(node, '``')]],
  [Kind.RegularExpressionLiteral, ofPattern],
  [Kind.TrueKeyword, (node) => [change(node, 'false')]],
  [Kind.FalseKeyword, (node) => [change(node, 'true')]],
  [Kind.ReturnStatement, ofReturn],
  [Kind.ThrowStatement, (node) => [change(node, ';')]],
  [Kind.ExpressionStatement, (node) => [change(node, ';')]],
  [Kind.BreakStatement, (node) => [change(node, ';')]],
  [Kind.ContinueStatement, (node) => [change(node, ';')]],
  [Kind.ArrayLiteralExpression, (node) => (node.elements.length === 0 ? [] : [change(node, '[]')])],
  [Kind.ObjectLiteralExpression, ofObject],
  [Kind.CallExpression, ofCall],
  [Kind.ArrowFunction, ofArrow],
]);

const change = (node, text, what) => ({
  start: node.getStart(),
  end: node.getEnd(),
  text,
  what: what ?? `${shortened(node.getText())} → ${text === '' || text === ';' ? 'nothing' : text}`,
});

const shortened = (text) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
};

const bothWays = (condition) => ['true', 'false'].map((text) => change(condition, text));

function ofOperator({ left, right, operatorToken }) {
  return (otherOperators.get(operatorToken.kind) ?? []).map((text) => ({
    ...change(operatorToken, text),
    // `a ?? b` beside `&&` needs parentheses
    ...(operatorToken.kind === Kind.QuestionQuestionToken && {
      start: left.getStart(),
      end: right.getEnd(),
      text: `(${left.getText()})`,
    }),
    what: `${shortened(`${left.getText()} ${operatorToken.getText()} ${right.getText()}`)}: ${operatorToken.getText()} → ${
      operatorToken.kind === Kind.QuestionQuestionToken ? 'its left side' : text
    }`,
  }));
}

function ofPrefix({ operator, operand }) {
  const node = operand.parent;
  if (operator === Kind.ExclamationToken) return [change(node, operand.getText())];
  return operator === Kind.MinusToken ? [change(node, `+${operand.getText()}`)] : [];
}

function ofText(node) {
  return [change(node, node.text === '' ? "'changed'" : "''")];
}

/**
 * Changes of a regular expression: without an anchor, with the opposite character class, without a repetition, or
 * without a flag.
 */
function ofPattern(node) {
  const text = node.getText();
  const end = text.lastIndexOf('/');
  const [pattern, flags] = [text.slice(1, end), text.slice(end + 1)];
  const patterns = [
    pattern.startsWith('^') && pattern.slice(1),
    pattern.endsWith('$') && pattern.slice(0, -1),
    /[^\\][+*]$/.test(pattern) && pattern.slice(0, -1),
    /[^\\)]\+[^?]/.test(pattern) && pattern.replace(/([^\\)])\+(?!\?)/, '$1'),
    /\\[dws]/.test(pattern) && pattern.replace(/\\([dws])/, (_, letter) => `\\${letter.toUpperCase()}`),
    pattern.includes('[^')
      ? pattern.replace('[^', '[')
      : /(^|[^\\])\[/.test(pattern) && pattern.replace(/(^|[^\\])\[/, '$1[^'),
  ].filter((made) => made !== false && made !== '');
  return [
    ...patterns.map((made) => change(node, `/${made}/${flags}`)),
    ...(/[gi]/.test(flags) ? [change(node, `/${pattern}/${flags.replace(/[gi]/, '')}`)] : []),
  ].filter(({ text: made }) => isPattern(made));
}

function isPattern(text) {
  const end = text.lastIndexOf('/');
  try {
    return new RegExp(text.slice(1, end), text.slice(end + 1)) !== undefined;
  } catch {
    return false;
  }
}

function ofReturn({ expression }) {
  if (!expression || expression.getText() === 'undefined') return [];
  return [change(expression, 'undefined', `return ${shortened(expression.getText())} → return undefined`)];
}

const isPlain = (property) => ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name);

/** Changes of an object: without one of its members, or with the values of two neighboring members swapped. */
function ofObject(node) {
  const members = node.properties;
  const dropped = members.map((member) => ({
    ...change(member, ''),
    end: member.getEnd() + (node.getSourceFile().text[member.getEnd()] === ',' ? 1 : 0),
  }));
  const swapped = members.slice(1).flatMap((second, at) => {
    const first = members[at];
    if (!isPlain(first) || !isPlain(second)) return [];
    const [a, b] = [first.initializer.getText(), second.initializer.getText()];
    if (a === b) return [];
    const text = `${first.name.getText()}: ${b}, ${second.name.getText()}: ${a}`;
    const what = `values of ${first.name.getText()} and ${second.name.getText()} swapped`;
    return [{ start: first.getStart(), end: second.getEnd(), text, what }];
  });
  return [...dropped, ...swapped];
}

/** True for functions whose result does not depend on the order of arguments. */
const isOfAnyOrder = (called) => ['Math.min', 'Math.max'].includes(called.getText());

/** Changes of a call: another method, no call of the method, or the first two arguments swapped. */
function ofCall(node) {
  const made = [];
  const { expression, arguments: given } = node;
  if (ts.isPropertyAccessExpression(expression)) {
    const other = otherMethods.get(expression.name.text);
    if (other === '')
      made.push(
        change(
          node,
          expression.expression.getText(),
          `.${expression.name.text}() left out of ${shortened(node.getText())}`,
        ),
      );
    else if (other) made.push(change(expression.name, other));
  }
  const [first, second] = given;
  if (
    first &&
    second &&
    !isOfAnyOrder(expression) &&
    first.getText() !== second.getText() &&
    !ts.isArrowFunction(first)
  ) {
    const text = `${second.getText()}, ${first.getText()}`;
    const what = `arguments of ${shortened(node.getText())} swapped`;
    made.push({ start: first.getStart(), end: second.getEnd(), text, what });
  }
  return made;
}

function ofArrow({ body }) {
  if (ts.isBlock(body) || body.getText() === 'undefined') return [];
  return [change(body, 'undefined', `=> ${shortened(body.getText())} → => undefined`)];
}

/** Types and imports contain no rules, so they are not changed. */
const isOutside = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

const isName = (node) => node.parent && 'name' in node.parent && node.parent.name === node;

/**
 * Every change of a source file that one small mistake could make.
 * @param {string} text TypeScript
 * @returns {Change[]} in the order of the file, each with its line from 1
 */
export function changesIn(text) {
  const source = ts.createSourceFile('rules.ts', text, ts.ScriptTarget.ESNext, true);
  const found = [];
  const visit = (node) => {
    if (isOutside(node)) return;
    if (!isName(node)) found.push(...(changesOf.get(node.kind)?.(node) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    .map((one) => ({ ...one, line: source.getLineAndCharacterOfPosition(one.start).line + 1 }))
    .sort((a, b) => a.start - b.start);
}

/** The source with one change applied. */
export const changed = (text, { start, end, text: made }) => text.slice(0, start) + made + text.slice(end);
