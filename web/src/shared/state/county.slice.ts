import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultCounty, type County } from '../county.js';

const slice = createSlice({
  name: 'county',
  initialState: defaultCounty,
  reducers: {
    countyRead: (_state, { payload }: PayloadAction<County>) => payload,
  },
});

export const { countyRead } = slice.actions;
export const countyReducer = slice.reducer;
