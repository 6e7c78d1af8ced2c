/** Forms of described pages share their texts. */
export const formTexts = ['panel', 'panel-pages', 'forms'] as const;
