import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { serverUrl } from '../../shared/http/server.js';

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-12, 0],
  ArrowRight: [12, 0],
  ArrowUp: [0, -12],
  ArrowDown: [0, 12],
};

const percent = (value: number): number => Math.max(0, Math.min(100, value));

/** The URL of the finer picture, which is requested at the first zoom; undefined until it has loaded. */
const useFinerPicture = (documentKey: string, page: number, zoomed: boolean): string | undefined => {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!zoomed || picture) return undefined;
    const image = new Image();
    const address = serverUrl(`imaging/document/${documentKey}/page/${page}/hover`);
    image.onload = () => setPicture(address);
    image.src = address;
    return () => {
      image.onload = null;
    };
  }, [documentKey, page, zoomed, picture]);
  return picture;
};

/** Esc ends the zoom wherever the focus is, and keeps the window open (WCAG 1.4.13). */
const useEscape = (zoomed: boolean, end: () => void): void => {
  useEffect(() => {
    if (!zoomed) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [zoomed, end]);
};

/**
 * The hover zoom (A9-04), which enlarges one place of the thumbnail. The mouse zooms in on the place under the pointer.
 * On the keyboard, Z starts and ends the zoom, the arrow keys move the place, and Esc ends the zoom.
 */
export const useLens = (documentKey: string, page: number, zoom: number) => {
  const [zoomed, setZoomed] = useState(false);
  const place = useRef<readonly [x: number, y: number]>([50, 20]);
  const ref = useRef<HTMLButtonElement | null>(null);
  const picture = useFinerPicture(documentKey, page, zoomed);
  const look = (x: number, y: number): void => {
    place.current = [percent(x), percent(y)];
    ref.current?.style.setProperty('--x', `${place.current[0]}%`);
    ref.current?.style.setProperty('--y', `${place.current[1]}%`);
    ref.current?.style.setProperty('--zoom', String(zoom));
  };
  const end = useCallback(() => setZoomed(false), []);
  useEscape(zoomed, end);
  const follow = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'mouse') return;
    const box = event.currentTarget.getBoundingClientRect();
    look(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100);
  };
  const handlers = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse') return;
      follow(event);
      setZoomed(true);
    },
    onPointerMove: follow,
    onPointerLeave: end,
    onBlur: end,
    onKeyDown: (event: KeyboardEvent) => {
      const [x, y] = place.current;
      const step = arrows[event.key];
      if (event.key === 'z' || event.key === 'Z') {
        look(x, y);
        setZoomed(!zoomed);
      } else if (zoomed && step) {
        event.preventDefault();
        look(x + step[0], y + step[1]);
      }
    },
  };
  return { ref, zoomed, picture, handlers };
};
