/** The server's base URL from the start-up configuration (A1-06, A1-07), always with a final slash. */
let base = '/LandShark/api/';

export const setServerAddress = (address: string): void => {
  base = address.endsWith('/') ? address : `${address}/`;
};

/** The URL of a call, for example `search/searchByName`. */
export const serverUrl = (path: string): string => `${base}${path}`;
