/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { addressOf, arriveAt, openPortal, preparePortal, refuse, settle, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });
beforeAll(async () => {
  await import('../src/features/sign-in/login-show.js');
});
afterEach(() => {
  jest.useRealTimers();
});

const paragraphs = (count: number) => ({
  paragraphs: Array.from({ length: count }, (_, at) => ({
    heading: `Heading ${at + 1}`,
    paragraphContent: `https://county.example/${at + 1}`,
  })),
});
const slides = (numberOfSlides: number) => ({
  numberOfSlides,
  captions: ['A plat', 'A township', 'Tracts'].slice(0, numberOfSlides),
});
const openLogin = async (handlers: Record<string, Handler> = {}, help = {}) => {
  const portal = await openPortal('/login', {
    user: null,
    help,
    handlers: {
      'auth/loginPageSlides': () => slides(3),
      'auth/loginPageLatestNews': () => paragraphs(2),
      'auth/loginPageLinks': () => paragraphs(4),
      ...handlers,
    },
  });
  await settle();
  return portal;
};
const shownSlide = (): string => document.querySelector('.slideshow img')?.getAttribute('src') ?? '';

describe('the login page', () => {
  test('A2-01 has slides, latest news, the form, links and a footer', async () => {
    await openLogin();
    expect(screen.getByRole('region', { name: 'Slides of Lake County' })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Latest news' })).getAllByRole('heading', { level: 3 }),
    ).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(
      within(screen.getByRole('navigation', { name: 'Links of Lake County' })).getAllByRole('link'),
    ).toHaveLength(4);
    expect(screen.getByRole('contentinfo')).toBeTruthy();
  });

  test('A2-08 has links that lead to the URLs that the county has set', async () => {
    await openLogin({ 'auth/loginPageLinks': () => paragraphs(12) });
    const links = within(screen.getByRole('navigation', { name: 'Links of Lake County' })).getAllByRole(
      'link',
    );
    expect(links).toHaveLength(12);
    expect(links[11]?.getAttribute('href')).toBe('https://county.example/12');
  });

  test('introduces the county if there are no slides, news or links', async () => {
    const none = () => ({ paragraphs: [] });
    await openLogin({
      'auth/loginPageSlides': () => ({ numberOfSlides: 0, captions: [] }),
      'auth/loginPageLatestNews': none,
      'auth/loginPageLinks': none,
    });
    expect(screen.getByRole('heading', { name: 'Land records of Lake County' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Latest news' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: /^Links of/ })).toBeNull();
  });

  test('has a working form even if other parts fail to load', async () => {
    const broken = () => refuse({ status: 500 });
    await openLogin({
      'auth/loginPageSlides': broken,
      'auth/loginPageLatestNews': broken,
      'auth/loginPageLinks': broken,
    });
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the links of the login form', () => {
  test('A2-11 lead to the recovery of a username or password if the county has switched it on', async () => {
    const portal = await openLogin({}, { loginPageRegistration: { forgotPasswordLink: true } });
    expect(screen.getByRole('link', { name: 'Forgot username' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'New User?' })).toBeNull();
    await portal.user.click(screen.getByRole('link', { name: 'Forgot password' }));
    await arriveAt(portal, '/forgotPassword');
  });

  test('A2-12 lead to registration if the county has switched it on', async () => {
    const portal = await openLogin({}, { loginPageRegistration: { selfRegistration: true } });
    expect(screen.queryByRole('link', { name: 'Forgot password' })).toBeNull();
    await portal.user.click(screen.getByRole('link', { name: 'New User?' }));
    await arriveAt(portal, '/register');
  });

  test('A2-11 A2-12 are not shown if the county has switched them off', async () => {
    await openLogin();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
    for (const name of ['Forgot username', 'Forgot password', 'New User?'])
      expect(screen.queryByRole('link', { name })).toBeNull();
  });

  test('have a menu of languages beside them, and the page changes to the chosen language at once', async () => {
    const portal = await openLogin({}, { languages: { languages: true, offered: ['ENGLISH', 'TURKISH'] } });
    const menu = screen.getByLabelText('Language');
    await portal.user.selectOptions(menu, 'TURKISH');
    await settle();
    expect(document.documentElement.lang).toBe('tr');
    expect(screen.queryByLabelText('Language')).toBeNull();
    await portal.user.selectOptions(menu, 'ENGLISH');
    await settle();
    expect(addressOf(portal)).toBe('/login');
  });
});

describe('the slides of the login page', () => {
  test('A2-02 A2-04 show one to six files of the county folder', async () => {
    await openLogin({ 'auth/loginPageSlides': () => ({ numberOfSlides: 9, captions: [] }) });
    const seen: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      seen.push(shownSlide());
      fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    }
    expect(seen).toEqual(['lakeone', 'laketwo', 'lakethree', 'lakefour', 'lakefive', 'lakesix']);
    expect(shownSlide()).toBe('lakeone');
  });

  test('A2-03 C4-39 advance by themselves every 30 seconds, unless they are paused', async () => {
    await openLogin();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    expect(shownSlide()).toBe('laketwo');
    act(() => void jest.advanceTimersByTime(29_999));
    expect(shownSlide()).toBe('laketwo');
    act(() => void jest.advanceTimersByTime(1));
    expect(shownSlide()).toBe('lakethree');
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    act(() => void jest.advanceTimersByTime(120_000));
    expect(shownSlide()).toBe('lakethree');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    act(() => void jest.advanceTimersByTime(30_000));
    expect(shownSlide()).toBe('lakeone');
  });

  test('A2-03 C4-39 do not advance and have no pause button if there is only one slide', async () => {
    await openLogin({ 'auth/loginPageSlides': () => slides(1) });
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    jest.useFakeTimers();
    act(() => void jest.advanceTimersByTime(60_000));
    expect(shownSlide()).toBe('lakeone');
  });

  test('do not move for users who prefer reduced motion', async () => {
    const { matchMedia } = window;
    window.matchMedia = ((media: string) => ({ ...matchMedia(media), matches: true })) as typeof matchMedia;
    await openLogin();
    window.matchMedia = matchMedia;
    jest.useFakeTimers();
    act(() => void jest.advanceTimersByTime(120_000));
    expect(shownSlide()).toBe('lakeone');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    act(() => void jest.advanceTimersByTime(30_000));
    expect(shownSlide()).toBe('laketwo');
  });

  test('A2-05 open in an image viewer that leads to the other slides', async () => {
    const portal = await openLogin();
    await portal.user.click(screen.getByRole('button', { name: /Open slide 1 larger/ }));
    const viewer = screen.getByRole('dialog', { name: 'A plat' });
    expect(viewer.querySelector('img')?.getAttribute('alt')).toBe('A plat');
    await portal.user.click(within(viewer).getByRole('button', { name: 'Next slide' }));
    expect(screen.getByRole('dialog', { name: 'A township' })).toBeTruthy();
    await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are left out if their picture is missing', async () => {
    await openLogin();
    fireEvent.error(document.querySelector('.slideshow img') as HTMLElement);
    expect(shownSlide()).toBe('laketwo');
    expect(screen.getByText('Slide 1 of 2')).toBeTruthy();
  });
});
