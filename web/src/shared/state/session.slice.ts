import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { CurrentUser } from '@portal/proto/http/session';
import { sessionEnded } from '../http/api.js';

export interface SessionState {
  user: CurrentUser | null;
  /** The server ended the session: the login page leads back to where the user was. */
  ended: boolean;
}

const nobody: SessionState = { user: null, ended: false };

const slice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<CurrentUser>) => ({ user: payload, ended: false }),
    balanceRead: (state, { payload }: PayloadAction<string>) => {
      if (state.user) state.user.usageBalance = payload;
    },
    /** The user left, in this tab or, then with `elsewhere`, in another one. */
    signedOut: {
      reducer: () => nobody,
      prepare: (elsewhere = false) => ({ payload: undefined, meta: { elsewhere } }),
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => ({ user: null, ended: true })),
});

export const { signedIn, signedOut, balanceRead } = slice.actions;
export const sessionReducer = slice.reducer;

/** Nobody is signed in any more: every slice forgets what belonged to the user (A12-23). */
export const isSessionOver = isAnyOf(signedOut, sessionEnded);
