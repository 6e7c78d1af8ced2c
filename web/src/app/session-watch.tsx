import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isLoginPath } from './login-path.js';
import { rememberLocation } from '../shared/remembered-location.js';
import { useShared } from '../shared/state/selectors.js';

/**
 * Opens the login page when the session is over: after a log-out here or in another tab, or because the server says so
 * (A12-18). Only in the last case does the login lead back to where the user was.
 */
export function SessionWatch() {
  const { user, ended } = useShared((state) => state.session);
  const navigate = useNavigate();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (user) wasSignedIn.current = true;
    else if (wasSignedIn.current) {
      wasSignedIn.current = false;
      if (isLoginPath(location.pathname)) return;
      void navigate('/login', { replace: true, ...(ended && { state: rememberLocation(location) }) });
    }
  }, [user, ended, location, navigate]);
  return null;
}
