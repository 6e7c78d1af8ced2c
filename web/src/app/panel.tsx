import { ControlPanel } from '../features/control-panel/control-panel.js';
import type { PanelScreens } from '../features/control-panel/panel-screens.js';
import { focusHeading } from './focus-heading.js';

/** Pages of the control panel that other features draw, each with its texts; features do not import one another. */
const screens: PanelScreens = {};

/** The control panel. */
export function Panel() {
  return <ControlPanel screens={screens} onArrived={focusHeading} />;
}
