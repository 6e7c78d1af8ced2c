import { loadTexts } from '../shared/i18n/i18n.js';

/** Pages for people who cannot sign in, or not yet; all are public (A1-15 to A1-21). Loaded when one is asked for. */
export const doorPages = {
  register: async () => {
    const [{ RegistrationPage }] = await Promise.all([
      import('../features/registration/registration-page.js'),
      loadTexts('registration', 'person', 'forms'),
    ]);
    return { Component: RegistrationPage };
  },
  'CompleteRegistration/:ticket': async () => {
    const [{ CompletionPage }] = await Promise.all([
      import('../features/registration/completion-page.js'),
      loadTexts('registration'),
    ]);
    return { Component: CompletionPage };
  },
  forgotUsername: async () => {
    const [{ ForgotUsernamePage }] = await Promise.all([
      import('../features/recovery/forgot-username-page.js'),
      loadTexts('recovery', 'person', 'forms'),
    ]);
    return { Component: ForgotUsernamePage };
  },
  forgotPassword: async () => {
    const [{ ForgotPasswordPage }] = await Promise.all([
      import('../features/recovery/forgot-password-page.js'),
      loadTexts('recovery', 'person', 'forms'),
    ]);
    return { Component: ForgotPasswordPage };
  },
  'passwordReset/:ticket': async () => {
    const [{ PasswordResetPage }] = await Promise.all([
      import('../features/recovery/password-reset-page.js'),
      loadTexts('recovery', 'person', 'forms'),
    ]);
    return { Component: PasswordResetPage };
  },
  'confirmEmail/:ticket': async () => {
    const [{ EmailConfirmationPage }] = await Promise.all([
      import('../features/recovery/email-confirmation-page.js'),
      loadTexts('recovery'),
    ]);
    return { Component: EmailConfirmationPage };
  },
  'external/*': async () => ({ Component: (await import('./external-page.js')).ExternalPage }),
};
