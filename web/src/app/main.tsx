import '../ui/index.css';
import 'react-dom/client';

// The libraries run first, the portal in a task after theirs: one for both would keep a slow phone busy too long.
void import('./portal.js');
