// Runs before the first paint: shows the outline of the page that is coming. The gateway has filled in the county.
document.documentElement.dataset.shell = /^\/LandShark\/?(login)?$/.test(location.pathname)
  ? 'login'
  : 'page';

// What every page begins with is asked for now, while the scripts that read it are on their way (shared/http/early.ts).
globalThis.portalEarly = new Map(
  [
    'config.json',
    'api/helperdata/landlink',
    'api/helperdata/landshark',
    'api/helperdata/landsharkcodedescription',
    'api/helperdata/productVersions',
    'api/helperdata/notableDates',
    // what stands beside the login form
    ...(document.documentElement.dataset.shell === 'login'
      ? ['api/auth/loginPageSlides', 'api/auth/loginPageLatestNews', 'api/auth/loginPageLinks']
      : []),
  ].map((path) => {
    const address = new URL(`/LandShark/${path}`, location.href).href;
    const answer = fetch(address, { credentials: 'include', headers: { accept: 'application/json' } });
    answer.catch(() => undefined);
    return [address, answer];
  }),
);
