import { loadTexts } from '../shared/i18n/i18n.js';
import { setPagePreviews } from '../shared/page-previews.js';

/** Registers the public pages that the control panel can preview. */
export const offerPagePreviews = (): void =>
  setPagePreviews({
    home: async () => {
      const [{ HomeCards }] = await Promise.all([
        import('../features/home/home-preview.js'),
        loadTexts('home', 'search'),
      ]);
      return HomeCards;
    },
    loginPage: async () => {
      const [{ LoginPreview }] = await Promise.all([
        import('../features/sign-in/login-preview.js'),
        loadTexts('sign-in'),
      ]);
      return LoginPreview;
    },
    registration: async () => {
      const [{ RegistrationPreview }] = await Promise.all([
        import('../features/registration/registration-preview.js'),
        loadTexts('registration', 'person', 'forms', 'search'),
      ]);
      return RegistrationPreview;
    },
  });
