import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultCounty, type County } from '../county.js';
import { lockoutTold } from '../http/api.js';

const slice = createSlice({
  name: 'county',
  initialState: defaultCounty,
  reducers: {
    countyRead: (_state, { payload }: PayloadAction<County>) => payload,
    /** Replaces parts of the county. An empty county name does not replace the current one. */
    partRead: (state, { payload }: PayloadAction<Partial<County>>) => {
      const countyName = payload.common?.countyName || state.common.countyName;
      Object.assign(state, payload);
      state.common.countyName = countyName;
    },
    /** @param payload the county's day, YYYY-MM-DD */
    dayRead: (state, { payload }: PayloadAction<string>) => {
      state.county.today = payload;
    },
    lockoutRead: (state, { payload }: PayloadAction<County['userLockout']>) => {
      state.userLockout = payload;
    },
  },
  extraReducers: (builder) =>
    builder.addCase(lockoutTold, (state, { payload }) => {
      state.userLockout.lockoutInPlace = payload;
    }),
});

export const { countyRead, dayRead, lockoutRead, partRead } = slice.actions;
export const countyReducer = slice.reducer;
