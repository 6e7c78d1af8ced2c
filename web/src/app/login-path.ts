/** The login page has two addresses (A1-13). */
export const isLoginPath = (pathname: string): boolean => pathname === '/' || pathname === '/login';
