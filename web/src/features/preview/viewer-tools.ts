/** The functions of the bar over an enlarged page. */
export interface ViewTools {
  percent: number;
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  rotate(): void;
}

const nothing = (): void => undefined;

/** Used before a page has loaded. */
export const noView: ViewTools = {
  percent: 100,
  zoomIn: nothing,
  zoomOut: nothing,
  fit: nothing,
  rotate: nothing,
};

/** Steps of the picture's zoom; 300 % is the large view's limit (A9-04). */
const steps = [50, 75, 100, 150, 200, 300];

/** The next zoom step in percent; the same one at the end. */
export const zoomedIn = (percent: number): number => steps.find((step) => step > percent) ?? percent;
export const zoomedOut = (percent: number): number => steps.findLast((step) => step < percent) ?? percent;
