/** Maximum number of characters of a news item on its card. */
const most = 280;

/** Cuts a text to fit a card, after a word and with an ellipsis. */
export const shortText = (text: string): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > most / 2 ? end : most).replace(/[\s.,;:]+$/, '')} …`;
};
