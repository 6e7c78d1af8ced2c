/** The functions of the toolbar over an enlarged page. */
export interface ViewTools {
  percent: number;
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  rotate(): void;
}

const nothing = (): void => undefined;

/** The tools before a page has loaded, which do nothing. */
export const noView: ViewTools = {
  percent: 100,
  zoomIn: nothing,
  zoomOut: nothing,
  fit: nothing,
  rotate: nothing,
};

/** Zoom steps of the enlarged picture in percent; the last step is the limit of A9-04. */
const steps = [50, 75, 100, 150, 200, 300];

/** The next larger and the next smaller zoom step, in percent; without such a step, the given value is returned. */
export const zoomedIn = (percent: number): number => steps.find((step) => step > percent) ?? percent;
export const zoomedOut = (percent: number): number => steps.findLast((step) => step < percent) ?? percent;
