/**
 * Which modules load together. Left alone, the bundler makes a file of each module that two lazy routes share: dozens
 * of small ones, which pack a tenth worse. Each group takes along what its modules import and no group before it has.
 */
export const chunkGroups = [
  /** English, into which every other language falls back key by key: the texts of the first pages in one file. */
  {
    name: 'english',
    priority: 5,
    test: /proto\/locales\/en\/(shell|ui|sign-in|home|search|forms|results)\.json$/,
  },
  /** The libraries that every page is made of, and what fetches all else. */
  {
    name: 'base',
    priority: 4,
    test: /preload-helper|node_modules\/(react|react-dom|scheduler|react-router|react-redux|use-sync-external-store|@reduxjs|redux|redux-thunk|immer|reselect|zod)\//,
  },
  /** The shell and the sign-in, the windows of every page, and what the calendar reads. What sets zod up must be among them, before the first schema. */
  {
    name: 'start',
    priority: 3,
    test: /web\/src\/(app\/(portal|router|start|store|tabs|layout\/(header|root))|features\/sign-in\/(login-page\.tsx|login-form)|ui\/components\/(dialog|notable-dates|criteria-list)|shared\/(zod-jitless|catalogues|county|slides|search-address))|proto\/src\/dates\./,
  },
  /** The frame of all results, and what the forms have in common with it: who sends a form comes there next. */
  {
    name: 'search',
    priority: 2,
    test: /web\/src\/(app\/(search-area|layout\/search)|features\/search\/forms\.|features\/results\/(results-page|results\.api|linked-search|result-view|kinds\/documents)\.|ui\/components\/pagination)/,
  },
  /** The form that most counties open first, with what all forms are made of; the other forms are files of their own. */
  {
    name: 'form',
    priority: 1,
    test: /web\/src\/features\/search\/(search-page|forms\/name-form)|proto\/src\/criteria\/name\./,
  },
];
