import { describe, expect, test } from '@jest/globals';
import { splitName } from '../src/features/search/split-name.rules.js';

describe('a full name, split into last name, first name and initial,', () => {
  test.each([
    ['HAWTHORNE ELEANOR M', 'HAWTHORNE', 'ELEANOR', 'M'],
    ['HAWTHORNE ELEANOR', 'HAWTHORNE', 'ELEANOR', ''],
    ['HAWTHORNE ELEANOR MARIE', 'HAWTHORNE', 'ELEANOR', 'M'],
    ['Smith, John Q', 'Smith', 'John', 'Q'],
    ['Smith, John Q.', 'Smith', 'John', 'Q'],
    ['  SMITH,JOHN  ', 'SMITH', 'JOHN', ''],
    ['VAN DYKE JOHN P', 'VAN DYKE', 'JOHN', 'P'],
    ['DE LA CRUZ MARIA', 'DE LA CRUZ', 'MARIA', ''],
    ['De la Cruz, María José', 'De la Cruz', 'María', 'J'],
    ["O'BRIEN ÅSA É", "O'BRIEN", 'ÅSA', 'É'],
    ['SMITH JOHN QUINCY A', 'SMITH', 'JOHN', 'A'],
    ['SMITH JOHN QUINCY ALLEN', 'SMITH', 'JOHN', 'Q'],
    ['VAN DER BERG JAN P', 'VAN DER BERG', 'JAN', 'P'],
    ['Smith  ,  John ,  Q.', 'Smith', 'John', 'Q'],
    ['SMITH   JOHN', 'SMITH', 'JOHN', ''],
    ['SMITH JO.HN', 'SMITH', 'JO.HN', ''],
    ['VAN DYKE SMITH, JOHN', 'VAN DYKE SMITH', 'JOHN', ''],
    ['Smith, John, Jr', 'Smith', 'John', 'J'],
  ])('%s becomes %s, %s, %s', (text, last, first, initial) => {
    expect(splitName(text)).toEqual({ last, first, initial });
  });

  test.each([
    ...['DE', 'DEL', 'DELA', 'DER', 'DI', 'DU', 'LA', 'LE', 'LOS', 'MC', 'SAN', 'ST', 'ST.', 'TEN', 'TER'],
    ...['VAN', 'VANDE', 'VANDER', 'VON'],
  ])('%s begins a last name of several words', (particle) => {
    const last = `${particle} NAME`;
    expect(splitName(`${last} JOHN P`)).toEqual({ last, first: 'JOHN', initial: 'P' });
  });

  test.each([
    ...[', JOHN', 'Smith & Jones, Ann', 'SMITH 50% JOHN', 'SMITH/JONES ANN', 'lake county bank'],
    ...['HAWTHORNE', '', ',', 'SMITH,', 'COUNTY OF LAKE', 'AGATE BAY STATE BANK', 'BIRCH HOLLOW LAND TRUST'],
    ...['BERFEKO REVOCABLE TRUST', 'SMITH & SONS', 'OLD 97 CAFE', 'VAN DER', 'ONE TWO THREE FOUR FIVE SIX'],
  ])('%s stays in one field', (text) => {
    expect(splitName(text)).toBeUndefined();
  });
});
