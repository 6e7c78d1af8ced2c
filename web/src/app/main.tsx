import '../ui/index.css';
import 'react-dom/client';

// The portal starts in a separate task after the libraries, because one task for both would block a slow phone too
// long.
void import('./portal.js');
