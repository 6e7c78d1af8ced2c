/**
 * Which modules load together. Left alone, the bundler makes a file of each module that two lazy routes share: dozens
 * of small ones, which pack a tenth worse. Each group takes along what its modules import and no group before it has.
 */
export const chunkGroups = [
  /** English, into which every other language falls back key by key: the texts of the first pages in one file. */
  {
    name: 'english',
    priority: 4,
    test: /proto\/locales\/en\/(shell|ui|sign-in|home|search|forms|results)\.json$/,
  },
  /** The libraries that every page is made of. */
  {
    name: 'base',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-redux|use-sync-external-store|@reduxjs|redux|redux-thunk|immer|reselect|i18next|zod)\//,
  },
  /** The shell and the sign-in, the windows of every page, and what the calendar reads. What sets zod up must be among them, before the first schema. */
  {
    name: 'start',
    priority: 2,
    test: /preload-helper|web\/src\/(app\/(router|start|store|tabs|layout\/(header|root))|features\/sign-in\/(login-page\.tsx|login-form)|ui\/components\/(dialog|notable-dates)|shared\/(zod-jitless|catalogues|county|slides))|proto\/src\/dates\./,
  },
  /**
   * The search page with the form that most counties open first; the other forms are files of their own. With it what
   * the results and other pages have in common: alone, those would be files too small to pack.
   */
  {
    name: 'search',
    priority: 1,
    test: /web\/src\/(features\/search\/(search-page|forms\/name-form)|features\/results\/(results-page|results\.api|linked-search|result-view)\.|app\/(search-area|layout\/search)|ui\/components\/pagination|shared\/(fetch-file|file-download))|proto\/src\/criteria\/name\./,
  },
];
