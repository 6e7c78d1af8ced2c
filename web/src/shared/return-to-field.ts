/** Focuses a field whose value was refused, and selects the value, so that the next key replaces it. */
export const returnToField = (id: string): void => {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
};
