import OpenSeadragon from 'openseadragon';
import { useEffect, useRef } from 'react';
import type { ZoomDescription } from '@portal/proto/http/imaging';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { ViewTools } from './viewer-tools.js';

interface ZoomViewerProps {
  /** URL of the page's tiles, with a final slash. */
  tiles: string;
  zoom: ZoomDescription;
  name: string;
  onTools(tools: ViewTools): void;
}

/**
 * The numbers of the levels are converted: level 0 is the full picture for the server, but the smallest one for the
 * viewer.
 */
const tileSource = (tiles: string, { width, height, tileSize, levels, rendition }: ZoomDescription) => ({
  width,
  height,
  tileSize,
  minLevel: 0,
  maxLevel: levels - 1,
  getTileUrl: (level: number, column: number, row: number) =>
    `${tiles}${levels - 1 - level}/${column}/${row}?v=${encodeURIComponent(rendition)}`,
});

/**
 * Prevents OpenSeadragon from adding an inline style sheet, which our content policy would refuse. OpenSeadragon adds
 * it only if no element has the attribute `data-openseadragon-mobile-css`, so this function adds an empty element with
 * that attribute.
 */
const withoutInlineStyle = (): void => {
  if (document.querySelector('style[data-openseadragon-mobile-css]')) return;
  const placeholder = document.createElementNS('urn:portal:none', 'style');
  placeholder.setAttribute('data-openseadragon-mobile-css', 'true');
  document.head.append(placeholder);
};

const openViewer = (element: HTMLElement, tiles: string, zoom: ZoomDescription): OpenSeadragon.Viewer => {
  withoutInlineStyle();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return OpenSeadragon({
    element,
    tileSources: tileSource(tiles, zoom),
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: still ? 0 : 0.3,
    blendTime: 0,
    visibilityRatio: 0.6,
    maxZoomPixelRatio: 3,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
  });
};

const toolsOf = (viewer: OpenSeadragon.Viewer): ViewTools => {
  const item = viewer.world.getItemAt(0);
  const zoomBy = (factor: number): void => {
    viewer.viewport.zoomBy(factor);
    viewer.viewport.applyConstraints();
  };
  return {
    percent: item ? Math.round(item.viewportToImageZoom(viewer.viewport.getZoom(false)) * 100) : 100,
    zoomIn: () => zoomBy(1.5),
    zoomOut: () => zoomBy(1 / 1.5),
    fit: () => void viewer.viewport.goHome(),
    rotate: () => void viewer.viewport.rotateBy(90),
  };
};

/** A plat in tiles, because an `<img>` of a 24x36 inch sheet would decode to 311 MB (web/DESIGN.md#zoom). */
export default function ZoomViewer({ tiles, zoom, name, onTools }: ZoomViewerProps) {
  const t = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  const keys = t('preview:viewer.keys', { name });
  useEffect(() => {
    if (!ref.current) return undefined;
    const viewer = openViewer(ref.current, tiles, zoom);
    const tell = (): void => onTools(toolsOf(viewer));
    viewer.addHandler('open', () => {
      viewer.canvas.setAttribute('role', 'application');
      viewer.canvas.setAttribute('aria-label', keys);
      tell();
    });
    viewer.addHandler('zoom', tell);
    viewer.addHandler('canvas-contextmenu', ({ originalEvent }) => originalEvent.preventDefault());
    return () => viewer.destroy();
  }, [tiles, zoom, keys, onTools]);
  return (
    <div className="viewer__desk viewer__desk--flush">
      <div className="viewer__canvas" ref={ref} />
    </div>
  );
}
