import { Navigate } from 'react-router';

/** The URL that the corrections had before they became a page of the control panel; bookmarks still lead here. */
export function MovedCorrections() {
  return <Navigate to="/controlPanel/corrections" replace />;
}
