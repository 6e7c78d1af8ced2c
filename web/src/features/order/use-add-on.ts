import { useEffect, useRef, useState } from 'react';
import type { AddOnConfirmation } from '@portal/proto/http/card-payments';
import { showAlert } from '../../shared/alerts.js';
import {
  useBuyAddOnMutation,
  useConfirmAddOnMutation,
  useGetAddOnOptionsMutation,
  type AddOnOptions,
} from './add-on.api.js';
import { again } from './again.js';
import { useCancelOrderMutation } from './order.api.js';
import { useTellFailure } from './use-tell-failure.js';

export interface AddOnTerms {
  /** Goes back to the window from which these windows were opened; missing if they were opened from the header. */
  onBack?: (() => void) | undefined;
  onClose(): void;
  /** Called when the bundle is bought and the windows are closed. */
  onBought(): void;
}

/** The flat-fee windows: options, confirmation, purchase (A11-02 to A11-19). */
export const useAddOn = ({ onBack, onClose, onBought }: AddOnTerms) => {
  const tell = useTellFailure();
  const [options, setOptions] = useState<AddOnOptions>();
  const [confirmation, setConfirmation] = useState<AddOnConfirmation>();
  const [busy, setBusy] = useState(false);
  const [getOptions] = useGetAddOnOptionsMutation();
  const [confirmAddOn] = useConfirmAddOnMutation();
  const [buyAddOn] = useBuyAddOnMutation();
  const [cancel] = useCancelOrderMutation();
  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  const load = async (): Promise<void> => {
    const answer = await again(() => getOptions());
    if ('data' in answer) return setOptions(answer.data);
    await tell(answer.error);
    (onBack ?? onClose)();
  };
  const guid = options?.guid ?? '';
  const confirm = async (option: string): Promise<void> => {
    const answer = await again(() => confirmAddOn({ guid, option }));
    if ('error' in answer) return tell(answer.error);
    if (answer.data.ok) setConfirmation(answer.data);
    else await showAlert(answer.data.errorMessage);
  };
  const buy = async (): Promise<void> => {
    const answer = await again(() => buyAddOn(guid));
    if ('error' in answer) return tell(answer.error);
    const { ok, message } = answer.data;
    await showAlert(message, ok ? 'OK' : 'WARNING');
    if (!ok) return;
    void cancel(guid);
    onBought();
  };
  useOnce(() => void load());
  const cancelAnd = (next: () => void) => (): void => {
    void cancel(guid);
    next();
  };
  return {
    options,
    confirmation,
    busy,
    confirm: (option: string) => void whileBusy(() => confirm(option)),
    buy: () => void whileBusy(buy),
    toOptions: () => setConfirmation(undefined),
    back: onBack && cancelAnd(onBack),
    close: cancelAnd(onClose),
  };
};

/**
 * Runs `work` only once, even when React mounts twice, because each request for the options opens an image state on the
 * server.
 */
const useOnce = (work: () => void): void => {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    work();
  });
};
