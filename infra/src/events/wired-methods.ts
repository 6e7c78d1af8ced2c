import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface WiredMethod {
  readonly target: object;
  readonly name: string;
  readonly label: string;
  call(...args: readonly unknown[]): unknown;
}

/** All methods of the process's providers and controllers, for decorators that mark some of them. */
export function wiredMethods(discovery: DiscoveryService): WiredMethod[] {
  const scanner = new MetadataScanner();
  const instances = new Set<object>();
  for (const wrapper of [...discovery.getProviders(), ...discovery.getControllers()]) {
    const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
    if (typeof instance === 'object' && instance !== null) instances.add(instance);
  }
  return [...instances].flatMap((instance) => {
    const target: unknown = Object.getPrototypeOf(instance);
    if (typeof target !== 'object' || target === null) return [];
    return scanner.getAllMethodNames(target).map((name) => ({
      target,
      name,
      label: `${instance.constructor.name}.${name}`,
      call: (...args: readonly unknown[]): unknown => {
        const method: unknown = Reflect.get(instance, name);
        return typeof method === 'function' ? Reflect.apply(method, instance, args) : undefined;
      },
    }));
  });
}
