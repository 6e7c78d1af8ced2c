import { passOn } from './communicator.rules.js';

const { content } = document.querySelector<HTMLMetaElement>('meta[name="payment-origin"]') ?? { content: '' };
passOn(window, content);
