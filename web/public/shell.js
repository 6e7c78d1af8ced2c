// Runs before the first paint: which outline to show, and the county this browser saw last.
(() => {
  const root = document.documentElement;
  const page = location.pathname.replace(/^\/LandShark\/?/, '').split('/')[0];
  root.dataset.shell = page === '' || page === 'login' ? 'login' : 'page';
  try {
    const known = JSON.parse(localStorage.getItem('portal.shell.v1') || 'null');
    if (!known) return;
    root.dataset.county = known.id;
    addEventListener('DOMContentLoaded', () => {
      const name = document.querySelector('.shell-county');
      if (name) name.textContent = known.county;
    });
  } catch {
    // Without a storage the shell stays plain.
  }
})();
