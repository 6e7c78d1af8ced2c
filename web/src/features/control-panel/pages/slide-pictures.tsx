import { useEffect, useRef } from 'react';
import { showAlert } from '../../../shared/alerts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import type { OwnControlProps } from '../section-form/own-control.js';
import { PicturePlace } from './picture-place.js';
import { slidesIn, withSlide, withSlidesMoved } from './pictures.rules.js';

/** The pictures of the six slides, in their order. */
export default function SlidePictures({ id, value, disabled, errorOf, onChange }: OwnControlProps) {
  const t = useTexts();
  const slides = slidesIn(value);
  // keeps the newest value, because two uploads may end before the next render
  const now = useRef(value);
  useEffect(() => {
    now.current = value;
  });
  const put = (at: number, name: string): void => {
    now.current = withSlide(now.current, at, name);
    onChange(now.current);
  };
  const move = (at: number, by: -1 | 1): void => {
    const to = at + by;
    if (to < 0) return void showAlert(t('panel:firstRow'));
    if (to >= slides.length) return void showAlert(t('panel:lastRow'));
    onChange(withSlidesMoved(value, at, to));
    document.getElementById(buttonId(id, by, to))?.focus();
  };
  const button = (at: number, by: -1 | 1) => (
    <button
      className="btn btn--quiet btn--icon btn--sm"
      type="button"
      id={buttonId(id, by, at)}
      disabled={disabled}
      onClick={() => move(at, by)}
    >
      <Icon name={by < 0 ? 'arrow-up' : 'arrow-down'} />
      <span className="sr">{t(`panel-pages:pictures.${by < 0 ? 'up' : 'down'}`, { n: at + 1 })}</span>
    </button>
  );
  return (
    <ol className="pictures">
      {slides.map((name, at) => (
        // the key is the position of the slide: pictures move from slide to slide, but the slides stay in place
        <li key={at}>
          <PicturePlace
            id={`${id}.${at}`}
            kind="slide"
            label={t('panel-pages:pictures.slide', { n: at + 1 })}
            {...{ name, disabled }}
            error={errorOf(String(at))}
            onChange={(next) => put(at, next)}
          >
            {button(at, -1)}
            {button(at, 1)}
          </PicturePlace>
        </li>
      ))}
    </ol>
  );
}

const buttonId = (id: string, by: -1 | 1, at: number): string => `${id}-${by < 0 ? 'up' : 'down'}-${at}`;
