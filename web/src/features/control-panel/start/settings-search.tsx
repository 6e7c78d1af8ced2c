import { useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import { findSettings, type Setting } from './settings-search.rules.js';

/**
 * Finds a setting by its label, its effect, its page or its name in the requirements, and opens the page at its field.
 */
export function SettingsSearch({ settings }: { settings: readonly Setting[] }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = findSettings(settings, typed);
  const open = (setting: Setting | undefined): void => {
    if (setting) void navigate(setting.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Escape') setTyped('');
  };
  return (
    <form
      className="form finder content--form"
      role="search"
      aria-label={t('panel-shell:find.all')}
      onSubmit={(event) => {
        event.preventDefault();
        open(found[at]);
      }}
    >
      <div className="form-row">
        <SearchField
          typed={typed}
          found={found.length}
          at={at}
          onKeyDown={onKeyDown}
          onType={(text) => {
            setTyped(text);
            setAt(0);
          }}
        />
      </div>
      <FoundSettings found={found} at={at} onOpen={open} />
    </form>
  );
}

interface SearchFieldProps {
  typed: string;
  /** The number of settings that match. */
  found: number;
  /** The position of the chosen setting in the list. */
  at: number;
  onKeyDown(event: KeyboardEvent): void;
  onType(text: string): void;
}

function SearchField({ typed, found, at, onKeyDown, onType }: SearchFieldProps) {
  const t = useTexts();
  const isOpen = found > 0;
  return (
    <div className="field c-12">
      <label className="label" htmlFor="find">
        {t('panel-shell:find.label')}
      </label>
      <span className="hint" id="find-hint">
        {t('panel-shell:find.hint')}
      </span>
      <span className="affix affix--icon">
        <span className="affix__sign" aria-hidden="true">
          <Icon name="search" />
        </span>
        <input
          className="input"
          id="find"
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls="found"
          aria-activedescendant={isOpen ? `found-${at}` : undefined}
          aria-describedby="find-hint"
          value={typed}
          onKeyDown={onKeyDown}
          onChange={({ target }) => onType(target.value)}
        />
      </span>
      <div className="below">
        <span className="hint" role="status">
          {typed.trim() !== '' &&
            t(isOpen ? 'panel-shell:find.found' : 'panel-shell:find.none', { count: found })}
        </span>
      </div>
    </div>
  );
}

interface FoundSettingsProps {
  found: readonly Setting[];
  at: number;
  onOpen(setting: Setting): void;
}

function FoundSettings({ found, at, onOpen }: FoundSettingsProps) {
  const t = useTexts();
  return (
    <ul
      className="finder__list"
      id="found"
      role="listbox"
      aria-label={t('panel-shell:find.results')}
      hidden={found.length === 0}
    >
      {found.map((setting, index) => (
        // the combobox handles the keys of its options
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={setting.to + setting.label}
          role="option"
          id={`found-${index}`}
          aria-selected={index === at}
          tabIndex={-1}
          onClick={() => onOpen(setting)}
        >
          <span className="strong">{setting.label}</span>{' '}
          <span className="suggestion__meta">{setting.place}</span>{' '}
          <span className="suggestion__meta">{setting.effect}</span>
        </li>
      ))}
    </ul>
  );
}
