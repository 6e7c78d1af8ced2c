/** The login page has two URL paths (A1-13). */
export const isLoginPath = (pathname: string): boolean => pathname === '/' || pathname === '/login';
