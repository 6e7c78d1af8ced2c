// Prints what an operator gives each process: keys, secret and Redis user. All derive from one secret that no process
// receives.
import { redisUsers } from '@portal/infra/redis';
import { databaseSecretOf, hasDatabase } from './process-environment.mjs';
import { processKeys } from './process-keys.mjs';
import { redisPasswordOf } from './redis-users.mjs';

const [secret = '', namespace = 'portal'] = process.argv.slice(2);
if (secret.length < 32) {
  process.stderr.write(
    'usage: node infra/local/deployment-secrets.mjs <secret of at least 32 characters> [<namespace>]\n',
  );
  process.exit(2);
}
const { RPC_PUBLIC_KEYS } = processKeys(secret);
process.stdout.write(`# every process\nRPC_PUBLIC_KEYS=${RPC_PUBLIC_KEYS}\n`);
for (const { name, rules } of redisUsers(namespace)) {
  const password = redisPasswordOf(secret, name);
  const lines = [
    `RPC_KEY=${processKeys(secret, [name]).RPC_KEY}`,
    ...(hasDatabase(name) ? [`DATABASE_SECRET=${databaseSecretOf({ DATABASE_SECRET: secret }, name)}`] : []),
    `# ACL SETUSER ${name} reset on >${password} ${rules.map((rule) => (rule.includes(' ') ? `"${rule}"` : rule)).join(' ')}`,
  ];
  process.stdout.write(`\n# ${name}\n${lines.join('\n')}\n`);
}
