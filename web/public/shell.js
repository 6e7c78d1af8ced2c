// Runs before the first paint: shows the outline of the page that is coming. The gateway has filled in the county.
document.documentElement.dataset.shell = /^\/LandShark\/?(login)?$/.test(location.pathname)
  ? 'login'
  : 'page';
