import { describe, expect, test } from '@jest/globals';
import { largestPicture } from '@portal/proto/site-pictures';
import {
  faultOfFile,
  pictureTypes,
  slidesIn,
  withSlide,
  withSlidesMoved,
} from '../src/features/control-panel/pages/pictures.rules.js';

const [red, blue] = ['a', 'b'].map((sign) => `${sign.repeat(64)}.webp`) as [string, string];

describe('the places for slides', () => {
  test.each<[string, unknown, string[]]>([
    ['stay empty after the last picture', [red], [red, '', '', '', '', '']],
    ['stay empty before a picture', [undefined, blue], ['', blue, '', '', '', '']],
    ['are all empty if nothing is stored', undefined, ['', '', '', '', '', '']],
    ['are all empty if the stored value is not a list', red, ['', '', '', '', '', '']],
  ])('are six, and %s', (_what, stored, places) => {
    expect(slidesIn(stored)).toEqual(places);
  });

  test('are saved without the empty places at the end', () => {
    expect(withSlide([], 2, red)).toEqual(['', '', red]);
    expect(withSlide([], 5, red)).toEqual(['', '', '', '', '', red]);
    expect(withSlide(['', '', red], 2, '')).toEqual([]);
  });

  test('keep the other pictures when one is replaced or removed', () => {
    expect(withSlide([red, red], 1, blue)).toEqual([red, blue]);
    expect(withSlide([red, blue], 0, '')).toEqual(['', blue]);
  });

  test('swap two pictures, or move a picture to an empty place', () => {
    expect(withSlidesMoved([red, blue], 1, 0)).toEqual([blue, red]);
    expect(withSlidesMoved([red], 0, 1)).toEqual(['', red]);
    expect(withSlidesMoved(['', red], 1, 0)).toEqual([red]);
  });
});

describe('a file that staff chooses as a picture', () => {
  test.each(['image/png', 'image/jpeg', 'image/webp'])('is sent if its kind is %s', (type) => {
    expect(pictureTypes).toContain(type);
    expect(faultOfFile({ type, size: largestPicture })).toBeUndefined();
  });

  test('is refused if it is larger than the server takes', () => {
    expect(faultOfFile({ type: 'image/webp', size: largestPicture + 1 })).toBe(
      'panel-pages:pictures.tooLarge',
    );
  });

  test.each(['image/svg+xml', 'image/gif', ''])('is refused if its kind is "%s"', (type) => {
    expect(faultOfFile({ type, size: 10 })).toBe('panel-pages:pictures.wrongKind');
    expect(faultOfFile({ type, size: largestPicture + 1 })).toBe('panel-pages:pictures.wrongKind');
  });
});
