export default async function stopTestServices() {
  await globalThis.stopTestServices?.();
}
