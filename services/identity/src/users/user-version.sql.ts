/**
 * The version of a user's entry `u`: a hash of the fields that staff save. It changes with these fields, whoever writes
 * them.
 */
export const USER_VERSION = `encode(sha256(convert_to((u.first_name, u.last_name, u.company, u.address, u.city,
  u.state, u.zip, u.email, u.phone_format, u.phone, u.role, u.account_id)::text, 'UTF8')), 'hex')`;
