import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { readLandSystemAnswer } from '../src/exchange/land-system-answer.js';
import { priaAnswer, rejection, type Written } from './pria-answers.js';

const [packageId, filing] = [randomUUID(), randomUUID()];
const answer = (over: Partial<Written> = {}): string =>
  priaAnswer({ county: 'lake', packageId, documents: [{ filing }], ...over });
const rejected = (reason: string): string =>
  answer({ documents: [{ filing, body: rejection('a reason') }] }).replace('a reason', reason);
const read = (xml: string | Buffer) => readLandSystemAnswer(Buffer.from(xml));
const why = (xml: string | Buffer): string => new Catalogue().text('ENGLISH', read(xml).why ?? '');

describe('an answer from the land system', () => {
  test('gives number, time, book, page and fee of a recorded document, and the reasons of a rejection', () => {
    const other = randomUUID();
    const documents = [{ filing }, { filing: other, body: rejection('No notary', 'Sign page 3 & 4.') }];
    expect(read(answer({ documents })).value).toEqual({
      county: 'lake',
      documents: [
        {
          ...{ packageId, filing },
          answer: {
            ...{ outcome: 'RECORDED', documentNumber: 'A1000001', recordedAt: '2026-11-20T10:15:00-06:00' },
            ...{ book: '231', page: '118', fee: 4_600 },
          },
        },
        {
          ...{ packageId, filing: other },
          answer: { outcome: 'REJECTED', reasons: ['No notary'], note: 'Sign page 3 & 4.' },
        },
      ],
    });
  });

  test('may give the reasons of a rejection as recording errors', () => {
    const errors =
      '<RECORDING_ERROR _Code="00025" _Description="No notary"/><RECORDING_ERROR _Code="99999"/>';
    const body = `<STATUS _Code="Rejected" _Description="Sign page 3">${errors}</STATUS>`;
    expect(read(answer({ documents: [{ filing, body }] })).value?.documents[0]?.answer).toEqual({
      ...{ outcome: 'REJECTED', reasons: ['No notary', '99999'], note: 'Sign page 3' },
    });
  });

  test('may have a namespace prefix and a byte order mark', () => {
    const xml = answer().replaceAll('<PRIA_DOCUMENT', '<p:PRIA_DOCUMENT').replaceAll('</PRIA_', '</p:PRIA_');
    expect(
      read(`\uFEFF${xml.replaceAll('</p:PRIA_RESPONSE', '</PRIA_RESPONSE')}`).value?.documents,
    ).toHaveLength(1);
  });

  test.each([
    ['', 'XML error'],
    ['no XML at all', 'XML error'],
    [answer().slice(0, -20), 'XML error'],
    [answer().replace('<PACKAGE', '<PACKAGE a="1" &'), 'XML error'],
    [answer().replace('A1000001', '&nbsp;'), 'XML error'],
    [answer().replace('A1000001', '&deed;'), 'XML error'],
    [rejected('No \u0000 notary'), 'XML error'],
    [rejected('No &#0; notary'), 'XML error'],
    [rejected('No &#xD800; notary'), 'XML error'],
    [rejected('No &#x1F; notary'), 'XML error'],
    [Buffer.from(answer(), 'utf16le'), 'XML error'],
    [Buffer.concat([Buffer.from(answer()), Buffer.from([0xff])]), 'UTF-8'],
    [answer().replaceAll('RESPONSE_GROUP', 'REQUEST_GROUP'), 'not a PRIA 2.4.2 answer'],
    [answer().replace('2.4.2', '2.4.1'), 'not a PRIA 2.4.2 answer'],
    [answer().replace('<RESPONDING_PARTY _Identifier="lake"/>', ''), 'does not name exactly one county'],
    [answer().replace(packageId, 'nine'), 'A PACKAGE has no valid _Identifier'],
    [answer().replace(filing, 'nine'), '_UniqueIdentifier'],
    [answer({ documents: [] }), '_UniqueIdentifier'],
    [answer({ documents: [{ filing }, { filing: filing.toUpperCase() }] }), 'two answers'],
    [answer({ documents: [{ filing, body: '' }] }), 'either one RECORDING_ENDORSEMENT'],
    [answer({ documents: [{ filing, body: rejection('') }] }), 'The value of STATUS _Description'],
    [answer().replace('A1000001', ''), 'The value of _InstrumentNumberIdentifier'],
    [answer().replace('A1000001', 'A1&#10;B'), 'The value of _InstrumentNumberIdentifier'],
    [answer().replace('2026-11-20T10:15:00-06:00', 'noon'), 'The value of _RecordedDateTime'],
    ...['2026-02-30T10:15:00Z', '2026-13-20T10:15:00', '2026-11-20T25:15:00', '2026-11-20T10:60'].map(
      (never) => [answer().replace('2026-11-20T10:15:00-06:00', never), 'The value of _RecordedDateTime'],
    ),
    [answer().replace('2026-11-20T10', '0000-11-20T10'), 'The value of _RecordedDateTime'],
    [answer().replace('46.00', '-46.00'), 'The value of _FEES _TotalAmount'],
    [answer().replace('46.00', '46.005'), 'The value of _FEES _TotalAmount'],
  ] as [string | Buffer, string][])(
    'that is wrong is refused, with a message that says what to correct: %.40s',
    (xml, told) => {
      expect(read(xml).value).toBeUndefined();
      expect(why(xml)).toContain(told);
    },
  );

  test('S24 causes nothing to be expanded or fetched: a DOCTYPE is refused before its entities are read', () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>';
    for (const type of [bomb, outside]) {
      const xml = answer().replace('<RESPONSE_GROUP', `${type}<RESPONSE_GROUP`);
      expect(why(xml)).toContain('DOCTYPE');
      expect(why(xml.replace('A1000001', '&b;'))).toContain('DOCTYPE');
    }
  });

  test('S24 is limited in size, depth and number of elements', () => {
    expect(why('<'.repeat(1_000_001))).toContain('larger than 1,000,000 bytes');
    const around = (inner: string) => answer().replace('</RESPONSE_GROUP>', `${inner}</RESPONSE_GROUP>`);
    expect(read(around('<a/>'.repeat(10_000))).value).toBeDefined();
    expect(why(around('<a/>'.repeat(20_000)))).toContain('20,000 XML elements');
    expect(why(around(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`))).toContain('32 levels');
  });
});
