const kindFile = /(?:features\/search\/forms|proto\/src\/criteria)\/([\w-]+?)(?:-form)?\.tsx?$/;

/**
 * Groups of modules that load together. By default the bundler writes one file for each module that two lazy routes
 * share. The result is dozens of small files, which are 10 % larger than these groups when compressed. A group also
 * contains what its modules import, unless an earlier group contains it.
 */
export const chunkGroups = [
  /** The English texts of the first pages, in one file. All other languages fall back to these texts. */
  {
    name: 'english',
    priority: 10,
    test: /proto\/locales\/en\/(shell|ui|sign-in|home|search|forms|results)\.json$/,
  },
  /** The libraries of every page, and the code that loads everything else. */
  {
    name: 'base',
    priority: 9,
    test: /preload-helper|node_modules\/(react|react-dom|scheduler|react-router|react-redux|use-sync-external-store|@reduxjs|redux|redux-thunk|immer|reselect|zod)\//,
  },
  /** The first page of a visitor who is not signed in. */
  {
    name: 'login',
    priority: 7,
    test: /web\/src\/features\/sign-in\/(login-page\.tsx|login-form)/,
  },
  /** The parts that every signed-in user needs. */
  {
    name: 'member',
    priority: 7,
    test: /web\/src\/app\/layout\/member/,
  },
  /** Dates, for calendars and forms. */
  { name: 'dates', priority: 7, test: /proto\/src\/dates\.|ui\/components\/notable-dates/ },
  /**
   * The shell, and the dialogs of every page. The module that configures zod must be in this group, so that it runs
   * before the first schema is created.
   */
  {
    name: 'start',
    priority: 8,
    test: /web\/src\/(app\/(portal|router|start|store|tabs|layout\/(header|root))|ui\/components\/(dialog|fields|notice)|shared\/(zod-jitless|catalogues|county|use-form-status|http\/alert-texts))|proto\/src\/message\./,
  },
  /** The URLs of forms and results, and the kinds of search, which the home page, the forms and the results share. */
  {
    name: 'area',
    priority: 7,
    test: /web\/src\/(app\/(search-area|layout\/search)|shared\/(search-address|search-types|criteria-of|search\.api)|features\/search\/forms\.|ui\/components\/criteria-list)|proto\/src\/criteria\/(definition|saved-criteria)\./,
  },
  /** The modules that all forms share. */
  {
    name: 'form',
    priority: 6,
    test: /web\/src\/features\/search\/(search-page|form-shell|use-search-form|criteria-fields|name-row)|proto\/src\/criteria\/name-rules\./,
  },
  /** The frame of all results, with the list of documents. */
  {
    name: 'results',
    priority: 5,
    test: /web\/src\/(features\/results\/(results-page|results\.api|linked-search|result-view|kinds\/documents)\.|ui\/components\/pagination)/,
  },
  /** Pickers, and the long lists that they show. */
  {
    name: 'choices',
    priority: 5,
    test: /web\/src\/(ui\/components\/(combobox|picker|radio-field)|shared\/code-list)|proto\/src\/code-lists\./,
  },
  /** The modules that the forms about land share. */
  {
    name: 'legal',
    priority: 4,
    test: /web\/src\/features\/search\/(legal-fields|legal\.rules|plat-field|forms\/plat-form)|proto\/src\/criteria\/(legal-fields|plat)\./,
  },
  /** One group for each kind of search: its form, and the definition of its criteria. */
  {
    name: (id: string) => `search-${kindFile.exec(id)?.[1] ?? 'kind'}`,
    priority: 3,
    test: kindFile,
  },
];
