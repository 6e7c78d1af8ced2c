import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { changePassword, confirmEmail, getProfile, saveProfile } from '@portal/proto/rpc/registration';
import { EmailConfirmation } from './email-confirmation.js';
import { PasswordChangeService } from './password-change.service.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileHandlers {
  constructor(
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordChangeService,
    private readonly emails: EmailConfirmation,
  ) {}

  @Handle(confirmEmail)
  confirmEmail({ ticket }: Parsed<typeof confirmEmail>, call: Call): Promise<Reply<typeof confirmEmail>> {
    return this.emails.confirm(call.actor.county, ticket);
  }

  @Handle(getProfile)
  get(_input: Parsed<typeof getProfile>, call: Call): Promise<Reply<typeof getProfile>> {
    return this.profiles.get(call.actor);
  }

  @Handle(saveProfile)
  save(input: Parsed<typeof saveProfile>, call: Call): Promise<Reply<typeof saveProfile>> {
    return this.profiles.save(call.actor, input);
  }

  @Handle(changePassword)
  changePassword(input: Parsed<typeof changePassword>, call: Call): Promise<Reply<typeof changePassword>> {
    return this.passwords.change(call.actor, input);
  }
}
