// The project's own lint rules, for `jsPlugins` in .oxlintrc.json.
import path from 'node:path';
import { boundariesRule } from './boundaries.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/** Only infra's config reads the environment (infra/DESIGN.md#rules-that-boot-and-tests-enforce). */
const environmentRule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    MemberExpression(node) {
      const { object, property } = node;
      if (object.name !== 'process' || property.name !== 'env') return;
      const message = 'Only infra/src/config reads the environment; take the value from Config.';
      context.report({ node, message });
    },
  }),
};

/** A class that depends on more than six others has too many tasks. */
const shortConstructorsRule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    MethodDefinition(node) {
      if (node.kind !== 'constructor' || node.value.params.length <= 6) return;
      context.report({ node, message: 'Give a constructor at most six parameters: split the class.' });
    },
  }),
};

/**
 * Requires that names used only as types are imported as types, because a type import costs nothing at run time and
 * creates no import cycle. Files with decorators are exempt: Nest reads the types of their parameters at run time,
 * which Oxlint's own rule does not know.
 */
const typeImportsRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const imports = [];
    let hasDecorator = false;
    const isOnlyType = ({ references }) =>
      references.length > 0 &&
      references.every((reference) => reference.isTypeReference && !reference.isValueReference);
    const check = (node) => {
      if (!context.sourceCode.getDeclaredVariables(node).every(isOnlyType)) return;
      context.report({ node, message: `Import ${node.local.name} as a type.` });
    };
    return {
      Decorator() {
        hasDecorator = true;
      },
      ImportSpecifier: (node) => {
        if (node.importKind !== 'type' && node.parent.importKind !== 'type') imports.push(node);
      },
      ImportDefaultSpecifier: (node) => {
        if (node.parent.importKind !== 'type') imports.push(node);
      },
      'Program:exit'() {
        if (!hasDecorator) imports.forEach(check);
      },
    };
  },
};

export default {
  meta: { name: 'portal' },
  rules: {
    boundaries: boundariesRule(root),
    environment: environmentRule,
    'short-constructors': shortConstructorsRule,
    'type-imports': typeImportsRule,
  },
};
