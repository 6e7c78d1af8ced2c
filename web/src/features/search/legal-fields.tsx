import { useId } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { ListName } from '../../shared/county.js';
import { useCounty } from '../../shared/state/selectors.js';
import { CriteriaSegments, CriteriaSelect, CriteriaText, useChoices } from './criteria-fields.js';
import { PlatField, usePlatLabels } from './plat-field.js';
import type { SearchForm } from './use-search-form.js';

export const legalTypeOf = ({ form }: SearchForm): 'LB' | 'MB' =>
  form.watch('legalType') === 'MB' ? 'MB' : 'LB';

const lotNames = ['lot', 'block', 'sublot', 'building', 'unit', 'garage'] as const;
const boundNames = ['section', 'township', 'range', 'base', 'meridian', 'municipality'] as const;
const quarterNames = ['qqqq', 'qqq', 'qq', 'q'] as const;

/** The names of the fields of a legal description, in their order. */
export const useLegalLabels = (): Record<string, string> => {
  const t = useTexts();
  const texts = (names: readonly string[], of: string) =>
    Object.fromEntries(names.map((name) => [name, t(`search:legal.${of}${name}`)]));
  return {
    legalType: t('search:legal.legalType.label'),
    searchMethod: t('search:legal.searchMethod.label'),
    ...usePlatLabels(),
    ...texts(lotNames, ''),
    otherLotCodeLb: t('search:legal.otherLotCode'),
    otherLotLb: t('search:legal.otherLot'),
    ...texts(boundNames, ''),
    ...texts(quarterNames, 'quarter.'),
    otherLotCodeMb: t('search:legal.otherLotCode'),
    otherLotMb: t('search:legal.otherLot'),
  };
};

interface LegalFieldsProps {
  search: SearchForm;
  /** True for the tract book, which also requires the section (B1-127). */
  sectionRequired?: boolean;
}

/** The rows for lots and blocks, or for metes and bounds, depending on the chosen legal type (B1-058, B1-121). */
export function LegalFields({ search, sectionRequired = false }: LegalFieldsProps) {
  const types = useChoices('legal.legalType', ['LB', 'MB']);
  const methods = useChoices('legal.searchMethod', ['CONTAINS', 'EXACT']);
  return (
    <>
      <div className="form-row form-row--fit">
        <CriteriaSegments search={search} name="legalType" choices={types} span={7} />
        <CriteriaSegments search={search} name="searchMethod" choices={methods} span={5} />
      </div>
      {legalTypeOf(search) === 'LB' ? (
        <LotsAndBlocks search={search} />
      ) : (
        <MetesAndBounds search={search} sectionRequired={sectionRequired} />
      )}
    </>
  );
}

/** A plat with lot, block and other parts; sublots only where the county has them (B2-53). */
function LotsAndBlocks({ search }: { search: SearchForm }) {
  const { index } = useCounty();
  return (
    <>
      <PlatField search={search} />
      <div className="form-row">
        <CriteriaText search={search} name="lot" span={3} />
        <CriteriaText search={search} name="block" span={3} />
        {index.sublot && <CriteriaText search={search} name="sublot" span={3} />}
      </div>
      <OtherLot search={search} codeName="otherLotCodeLb" name="otherLotLb" />
      <div className="form-row">
        <CriteriaText search={search} name="building" span={3} />
        <CriteriaText search={search} name="unit" span={3} />
        <CriteriaText search={search} name="garage" span={3} />
      </div>
    </>
  );
}

/** Section, township and range; the other fields appear only if the county's index has them (B2-53, B1-125). */
function MetesAndBounds({ search, sectionRequired }: Required<LegalFieldsProps>) {
  const { index } = useCounty();
  const terms = [
    index.baseline && <TermField search={search} name="base" list="bases" key="base" />,
    index.meridian && <TermField search={search} name="meridian" list="meridians" key="meridian" />,
    index.municipality && (
      <TermField search={search} name="municipality" list="municipalities" key="municipality" />
    ),
  ].filter(Boolean);
  return (
    <>
      <div className="form-row">
        <CriteriaText search={search} name="section" required={sectionRequired} numeric span={3} />
        <CriteriaText search={search} name="township" required numeric span={3} />
        <CriteriaText search={search} name="range" required numeric span={3} />
      </div>
      {terms.length > 0 && <div className="form-row">{terms}</div>}
      <Quarters search={search} />
      {index.mbOtherLot && <OtherLot search={search} codeName="otherLotCodeMb" name="otherLotMb" />}
    </>
  );
}

/** The quarters from the smallest to the largest, in the order in which they are read: NE of SW of … */
function Quarters({ search }: { search: SearchForm }) {
  const t = useTexts();
  const { index } = useCounty();
  const id = useId();
  const choices = ['', 'NE', 'NW', 'SE', 'SW'].map((value) => ({
    value,
    text: value === '' ? t('search:legal.any') : value,
  }));
  const asked = quarterNames.filter((name) => (name === 'qqqq' || name === 'qqq' ? index[name] : true));
  return (
    <div role="group" aria-labelledby={id}>
      <p className="label" id={id}>
        {t('search:legal.quarters')}
      </p>
      <div className="form-row quarters">
        {asked.map((name) => (
          <CriteriaSelect search={search} name={name} choices={choices} span={3} key={name} />
        ))}
      </div>
    </div>
  );
}

interface TermFieldProps {
  search: SearchForm;
  name: string;
  list: ListName;
}

/** A term of the county's index: a select if the index lists its terms, otherwise a text field. */
function TermField({ search, name, list }: TermFieldProps) {
  const t = useTexts();
  const terms = useCounty().lists[list];
  if (terms.length === 0) return <CriteriaText search={search} name={name} span={4} />;
  const choices = [
    { value: '', text: t('search:legal.any') },
    ...terms.map(({ code, description }) => ({ value: code, text: description })),
  ];
  return <CriteriaSelect search={search} name={name} choices={choices} span={4} />;
}

interface OtherLotProps {
  search: SearchForm;
  codeName: string;
  name: string;
}

/** The fields for the type and the number of another kind of lot (B1-061, B1-123). */
function OtherLot({ search, codeName, name }: OtherLotProps) {
  return (
    <div className="form-row">
      <TermField search={search} name={codeName} list="otherLotCodes" />
      <CriteriaText search={search} name={name} span={4} />
    </div>
  );
}
