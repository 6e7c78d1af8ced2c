import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isSessionOver } from './session.slice.js';

export type Density = 'comfortable' | 'compact';

export interface LayoutState {
  /** Whether the side menu is open beside forms; open by default (A5-20). */
  sideNavOpen: boolean;
  /**
   * Whether the side menu is open beside results. Results need the space, so the menu shows only icons until the reader
   * opens it.
   */
  resultsNavOpen: boolean;
  density: Density;
}

const initialState: LayoutState = { sideNavOpen: true, resultsNavOpen: false, density: 'comfortable' };

const slice = createSlice({
  name: 'layout',
  initialState,
  reducers: {
    sideNavToggled: (state, { payload }: PayloadAction<'sideNavOpen' | 'resultsNavOpen'>) => {
      state[payload] = !state[payload];
    },
    densityChosen: (state, { payload }: PayloadAction<Density>) => {
      state.density = payload;
    },
  },
  extraReducers: (builder) => builder.addMatcher(isSessionOver, () => initialState),
});

export const { sideNavToggled, densityChosen } = slice.actions;
export const layoutReducer = slice.reducer;
