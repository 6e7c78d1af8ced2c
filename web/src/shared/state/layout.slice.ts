import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isSessionOver } from './session.slice.js';

export type Density = 'comfortable' | 'compact';

export interface LayoutState {
  /** Open by default (A5-20). */
  sideNavOpen: boolean;
  density: Density;
}

const initialState: LayoutState = { sideNavOpen: true, density: 'comfortable' };

const slice = createSlice({
  name: 'layout',
  initialState,
  reducers: {
    sideNavToggled: (state) => {
      state.sideNavOpen = !state.sideNavOpen;
    },
    densityChosen: (state, { payload }: PayloadAction<Density>) => {
      state.density = payload;
    },
  },
  extraReducers: (builder) => builder.addMatcher(isSessionOver, () => initialState),
});

export const { sideNavToggled, densityChosen } = slice.actions;
export const layoutReducer = slice.reducer;
