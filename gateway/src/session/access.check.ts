import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.js';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly access: Access | undefined;
}

/** Lists the live routes and refuses to boot with one that does not say who may call it (conventions 21, S9). */
@Injectable()
export class RouteList implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const open = this.routes().filter(({ access }) => !access);
    if (open.length === 0) return;
    const names = open.map(({ method, path }) => `${method} ${path}`).join(', ');
    throw new Error(`routes without @Allow or @Public: ${names}`);
  }

  routes(): Route[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prefix = this.reflector.get<string>(PATH_METADATA, metatype);
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => void>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (!handler) return [];
        const path = this.reflector.get<string | string[] | undefined>(PATH_METADATA, handler);
        if (path === undefined) return [];
        const method = RequestMethod[this.reflector.get<RequestMethod>(METHOD_METADATA, handler)] ?? '';
        const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, metatype]);
        return [path]
          .flat()
          .map((each) => ({ method, path: [prefix, each].filter((part) => part !== '/').join('/'), access }));
      });
    });
  }
}
