import { expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { linkTemplateOf, parcelLink } from '../src/http/parcel-links.js';

const template = 'https://tax.example.test/parcel?id={parcelId}&view=full';
const section = { ...sectionDefaults('search2'), tax: true, taxLink: template };

test('reserved characters in a parcel id are escaped, so that they cannot change the link', () => {
  expect(parcelLink(template, '12-117-23 0001')).toBe(
    'https://tax.example.test/parcel?id=12-117-23%200001&view=full',
  );
  expect(parcelLink(template, "a&b=c/../#?$&$'")).toBe(
    "https://tax.example.test/parcel?id=a%26b%3Dc%2F..%2F%23%3F%24%26%24'&view=full",
  );
  expect(parcelLink('https://map.example.test/{parcelId}?again={parcelId}', 'x y')).toBe(
    'https://map.example.test/x%20y?again=x%20y',
  );
});

test('there are no links if the county has switched them off or has no link template', () => {
  expect(linkTemplateOf(section, 'tax')).toBe(template);
  expect(linkTemplateOf({ ...section, tax: false }, 'tax')).toBe('');
  expect(linkTemplateOf({ ...section, map: true, mapLink: '' }, 'map')).toBe('');
});
