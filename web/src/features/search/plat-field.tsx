import { useState } from 'react';
import type { PlatFilter } from '../../shared/code-list.api.js';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { Combobox } from '../../ui/components/combobox.js';
import { PlatPicker } from './plat-picker.js';
import type { SearchForm } from './use-search-form.js';
import { platCriterion, usePlats } from './use-plats.js';

export const usePlatLabels = (): Record<string, string> => {
  const t = useTexts();
  return { platNumber: t('search:plat.number'), platName: t('search:plat.name') };
};

/** Maximum number of listed matches. Users find further matches by typing more characters. */
const longestList = 200;

/** A plat by number or name. Typing lists matches; Full List shows all plats (B1-063, B1-098, B7-01 to B7-08). */
export function PlatField({ search }: { search: SearchForm }) {
  const t = useTexts();
  const [listOpen, setListOpen] = useState(false);
  const plats = usePlats(search);
  const chosen = search.form.watch('plat') ?? '';
  const { matches } = plats;
  return (
    <fieldset className="plat">
      <legend className="sr">{t('search:plat.legend')}</legend>
      <div className="form-row">
        <PlatText search={search} plats={plats} by="NUMBER" />
        <PlatText search={search} plats={plats} by="NAME" />
      </div>
      <div className="plat__actions">
        <button className="btn btn--sm" type="button" onClick={plats.reset}>
          {t('search:plat.reset')}
        </button>
        <button className="btn btn--sm" type="button" onClick={() => setListOpen(true)}>
          {t('search:plat.fullList')}
        </button>
        <span className="sr" role="status">
          {matches.plats.length > 0 && t('search:plat.found', { count: matches.plats.length })}
          {chosen !== '' && t('search:plat.chosen', { plat: search.current().platName || chosen })}
        </span>
      </div>
      {listOpen && (
        <PlatPicker
          onPick={(plat) => {
            plats.choose(plat);
            setListOpen(false);
          }}
          onClose={() => setListOpen(false)}
        />
      )}
    </fieldset>
  );
}

interface PlatTextProps {
  search: SearchForm;
  plats: ReturnType<typeof usePlats>;
  by: PlatFilter;
}

function PlatText({ search, plats, by }: PlatTextProps) {
  const t = useTexts();
  const textOf = useMessageText();
  const name = platCriterion[by];
  const { form, labels } = search;
  const value = form.watch(name) ?? '';
  const matching = plats.matches.by === by ? plats.matches.plats.slice(0, longestList) : [];
  return (
    <Combobox
      name={name}
      label={labels[name] ?? ''}
      hint={t('search:plat.hint')}
      error={textOf(form.formState.errors[name]?.message)}
      required={by === 'NUMBER'}
      span={by === 'NUMBER' ? 5 : 7}
      value={value}
      options={matching.map(({ code, description }) => ({ key: code, text: `${code}  ${description}` }))}
      listLabel={t('search:plat.list')}
      prompt={t('search:plat.choose')}
      onType={(text, deleting) => plats.type(by, text, deleting)}
      onPick={(code) => {
        const plat = matching.find((each) => each.code === code);
        if (plat) plats.choose(plat);
      }}
      onLeave={() => plats.leave(by, value)}
    />
  );
}
