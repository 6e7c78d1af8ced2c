import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { eachCounty, OnJob } from '@portal/infra/jobs';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { ReportJobRepository } from './report-job.repository.js';
import { jobFolder } from './report-job.writer.js';
import { tellEnd } from './scheduled-end.js';

const everyMs = 10 * 60_000;

/** Removes jobs and their files when their time is up, and files that killed processes left behind. */
@Injectable()
export class ReportJobRemoval {
  constructor(
    private readonly database: Database,
    private readonly rows: ReportJobRepository,
    private readonly sections: CountySections,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob('remove-report-jobs', { everyMs })
  async removeOld(): Promise<void> {
    const counties = await this.sections.listCounties();
    await eachCounty(counties, 'counties whose old reports stay', ({ id }) => this.removeOf(id));
  }

  private async removeOf(county: string): Promise<void> {
    await this.database.withCounty(county, async (tx) => {
      for (const job of await this.rows.removeExpired(tx, this.clock.now()))
        if (job.state === 'WRITING') await tellEnd(tx, job, false);
    });
    for await (const key of this.objects.list(jobFolder(county))) {
      const [id = ''] = key.slice(jobFolder(county).length).split('/');
      const [job] = await this.database.withCounty(county, (tx) => this.rows.listKnown(tx, [id]));
      // a file that a job is still writing is kept, although the row of the job does not have the file's key yet
      if (job && (job.state === 'WRITING' || job.objectKey === key)) continue;
      await this.objects.remove(key);
    }
  }
}
