import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { CredentialRepository } from '../users/credential.repository.js';
import { SignInRepository } from './sign-in.repository.js';
import { KNOWN_MS, type Candidate } from './sign-in.rules.js';

/** Finds the user who wants to sign in, and replaces a weak password hash. */
@Injectable()
export class CandidateReader {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInRepository,
    private readonly credentials: CredentialRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(county: string, username: string, place: string): Promise<Candidate | undefined> {
    return this.database.withCounty(county, (tx) =>
      this.signIns.findCandidate(tx, username, place, this.knownSince()),
    );
  }

  /** Finds by id a user who has proved their identity without a password of the portal. */
  findUser(county: string, id: string, place: string): Promise<Candidate | undefined> {
    return this.database.withCounty(county, (tx) => this.signIns.findUser(tx, id, place, this.knownSince()));
  }

  rehash(county: string, { id, hash }: Candidate, stronger: string): Promise<void> {
    return this.database.withCounty(county, (tx) => this.credentials.rehash(tx, id, hash, stronger));
  }

  private knownSince(): Date {
    return new Date(this.clock.now().getTime() - KNOWN_MS);
  }
}
