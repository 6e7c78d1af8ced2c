import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultCounty, type County } from '../county.js';
import { lockoutTold } from '../http/api.js';

const slice = createSlice({
  name: 'county',
  initialState: defaultCounty,
  reducers: {
    countyRead: (_state, { payload }: PayloadAction<County>) => payload,
    lockoutRead: (state, { payload }: PayloadAction<County['userLockout']>) => {
      state.userLockout = payload;
    },
  },
  extraReducers: (builder) =>
    builder.addCase(lockoutTold, (state, { payload }) => {
      state.userLockout.lockoutInPlace = payload;
    }),
});

export const { countyRead, lockoutRead } = slice.actions;
export const countyReducer = slice.reducer;
