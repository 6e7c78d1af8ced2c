/** @jest-environment jsdom */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { largestPicture } from '@portal/proto/site-pictures';
import { page } from '../src/features/control-panel/pages/login-page-pictures.js';
import { setServerAddress } from '../src/shared/http/server.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, settle } from './portal.js';
import { button, openSectionPage, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => Promise.all([loadTexts('panel'), loadTexts('panel-pages'), loadTexts('forms')]));

const nameOf = (sign: string): string => `${sign.repeat(64)}.webp`;
const [red, blue] = [nameOf('a'), nameOf('b')];
const png = (bytes = 8): File => new File([new Uint8Array(bytes)], 'plat.png', { type: 'image/png' });

describe('the page Login - Pictures', () => {
  let server: Server;
  const received: { url: string; type: string; bytes: number }[] = [];
  /** The server's answer to an upload; null closes the connection without an answer. */
  let reply: { status: number; body: object } | null;
  /** Delays the server's answer until the test releases it. */
  let gate: Promise<void>;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const headers = {
        'access-control-allow-origin': request.headers.origin ?? '',
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'content-type',
        'content-type': 'application/json',
      };
      if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        received.push({ url: request.url ?? '', type: request.headers['content-type'] ?? '', bytes });
        void gate.then(() => {
          if (reply === null) response.destroy();
          else response.writeHead(reply.status, headers).end(JSON.stringify(reply.body));
        });
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    setServerAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/LandShark/api/`);
  });
  afterAll(async () => {
    setServerAddress('/LandShark/api/');
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  afterEach(() => {
    received.length = 0;
  });

  const accepts = (name: string): void => {
    const content = { name, width: 600, height: 300, size: 90 };
    reply = { status: 200, body: { ok: true, message: '', lockout: false, content } };
  };
  const refuses = (status: number, message: string): void => {
    reply = { status, body: { ok: false, message, lockout: false, content: null } };
  };
  const openPage = async (value = {}) => {
    gate = Promise.resolve();
    const section = sectionOnServer('sitePictures', value);
    const opened = await openSectionPage(page, { section });
    await screen.findByRole('group', { name: 'Logo' });
    await screen.findByRole('group', { name: 'Slide 6' });
    return opened;
  };
  const place = (name: string) => within(screen.getByRole('group', { name }));
  const choose = async ({ user }: Awaited<ReturnType<typeof openPage>>, label: string, file: File) =>
    user.upload(place(label).getByLabelText<HTMLInputElement>(label), file);

  test('uploads a file that is chosen again after its upload has failed', async () => {
    const opened = await openPage();
    const file = png();
    refuses(503, 'The system is busy.');
    await choose(opened, 'Logo', file);
    await screen.findByText('The system is busy.');
    accepts(red);
    await choose(opened, 'Logo', file);
    await waitFor(() => expect(received).toHaveLength(2));
    await settle();
  });

  test('uploads a picture, shows it, and saves it in its place', async () => {
    const opened = await openPage();
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    accepts(red);
    await choose(opened, 'Slide 2', png(64));
    expect(place('Slide 2').getByRole('progressbar', { name: 'Upload of Slide 2' })).toBeTruthy();
    open();
    const image = await place('Slide 2').findByRole<HTMLImageElement>('img');
    expect(image.src).toContain(red);
    expect(place('Slide 2').queryByRole('progressbar')).toBeNull();
    expect(place('Slide 2').getByRole('status').textContent).toContain('Save the page to show it');
    expect(received).toEqual([
      { url: '/LandShark/api/controlPanel/countyPictures/slide', type: 'image/png', bytes: 64 },
    ]);
    await opened.user.click(button('Save'));
    await settle();
    expect(opened.section.newest().value).toEqual({ logo: '', slides: ['', red] });
  });

  test('uploads a logo to a URL for logos, and saves the picture as the logo', async () => {
    const opened = await openPage();
    accepts(blue);
    await choose(opened, 'Logo', png());
    await place('Logo').findByRole('img');
    expect(received[0]?.url).toMatch(/countyPictures\/logo$/);
    await opened.user.click(button('Save'));
    await settle();
    expect(opened.section.newest().value).toEqual({ logo: blue, slides: [] });
  });

  test('says why the server refuses a picture, and keeps the current picture', async () => {
    const opened = await openPage({ slides: [blue] });
    refuses(422, 'A picture for this place has at least 600 by 300 pixels.');
    await choose(opened, 'Slide 1', png());
    await place('Slide 1').findByText(/at least 600 by 300/);
    const input = place('Slide 1').getByLabelText('Slide 1');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(place('Slide 1').getByRole<HTMLImageElement>('img').src).toContain(blue);
    accepts(red);
    await choose(opened, 'Slide 1', png());
    await waitFor(() => expect(place('Slide 1').getByRole<HTMLImageElement>('img').src).toContain(red));
    expect(place('Slide 1').queryByText(/at least 600 by 300/)).toBeNull();
  });

  test('reports a broken connection, and uploads the file at the next attempt', async () => {
    const opened = await openPage();
    reply = null;
    await choose(opened, 'Slide 1', png());
    await waitFor(() =>
      expect(place('Slide 1').getByLabelText('Slide 1').getAttribute('aria-invalid')).toBe('true'),
    );
    accepts(red);
    await choose(opened, 'Slide 1', png());
    await place('Slide 1').findByRole('img');
  });

  test('does not send a file that is too large', async () => {
    const opened = await openPage();
    await choose(opened, 'Slide 1', png(largestPicture + 1));
    await place('Slide 1').findByText(/larger than 5 MB/);
    expect(received).toEqual([]);
  });

  test('moves a picture and the focus together, but not above the first place or below the last', async () => {
    const { user, section } = await openPage({ slides: [red, blue] });
    await user.click(button('Move slide 2 up'));
    expect(place('Slide 1').getByRole<HTMLImageElement>('img').src).toContain(blue);
    expect(document.activeElement).toBe(button('Move slide 1 up'));
    await user.click(button('Move slide 1 up'));
    expect(screen.getByRole('alertdialog').textContent).toContain('Already at first row');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button'));
    await user.click(button('Move slide 6 down'));
    expect(screen.getByRole('alertdialog').textContent).toContain('Already at last row');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button'));
    await user.click(button('Save'));
    await settle();
    expect(section.newest().value['slides']).toEqual([blue, red]);
  });

  test('removes a picture, and keeps the focus at its place', async () => {
    const { user, section } = await openPage({ slides: [red, blue] });
    await user.click(button('Remove Slide 2'));
    expect(place('Slide 2').queryByRole('img')).toBeNull();
    expect(document.activeElement).toBe(place('Slide 2').getByLabelText('Slide 2'));
    await user.click(button('Save'));
    await settle();
    expect(section.newest().value['slides']).toEqual([red]);
  });

  test('keeps both pictures when two uploads end at the same time', async () => {
    const opened = await openPage();
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    accepts(red);
    await choose(opened, 'Slide 1', png());
    await choose(opened, 'Slide 3', png());
    await waitFor(() => expect(received.length).toBe(2));
    open();
    await place('Slide 1').findByRole('img');
    await place('Slide 3').findByRole('img');
  });
});
