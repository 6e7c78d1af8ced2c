import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { CurrentUser } from '@portal/proto/http/session';
import { sessionEnded } from '../http/api.js';

export interface SessionState {
  user: CurrentUser | null;
  /** True if the server ended the session, so that the login page leads back to where the user was. */
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
    /** The user logged out in this tab or, with `elsewhere`, in another tab, where somebody else may have logged in. */
    signedOut: {
      reducer: () => nobody,
      prepare: (elsewhere = false) => ({ payload: undefined, meta: { elsewhere } }),
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => ({ user: null, ended: true })),
});

export const { signedIn, signedOut, balanceRead } = slice.actions;
export const sessionReducer = slice.reducer;

/** The user has logged out or the server has ended the session, so every slice forgets the user's data (A12-23). */
export const isSessionOver = isAnyOf(signedOut, sessionEnded);
