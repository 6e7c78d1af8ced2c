/** Letters of a piece of news on its card. */
const most = 280;

/** A text that fits a card: cut behind a word, and marked as cut. */
export const shortText = (text: string): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > most / 2 ? end : most).replace(/[\s.,;:]+$/, '')} …`;
};
