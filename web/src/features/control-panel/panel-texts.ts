/** The names of the text files that every settings form uses. */
export const formTexts = ['panel', 'panel-pages', 'forms'] as const;
