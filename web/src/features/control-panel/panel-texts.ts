/** The texts that all forms made from a description use. */
export const formTexts = ['panel', 'panel-pages', 'forms'] as const;
