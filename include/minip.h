/* minip: exact verdicts on kernel attention. The whole public interface.
   Each module's header is its contract; start at minip/status.h for the conventions. */
#ifndef MINIP_H
#define MINIP_H

#include <minip/status.h>
#include <minip/num.h>
#include <minip/lp.h>
#include <minip/token.h>
#include <minip/target.h>
#include <minip/io.h>
#include <minip/kernel.h>
#include <minip/gap.h>
#include <minip/rank.h>
#include <minip/softmax.h>
#include <minip/bound.h>
#include <minip/suite.h>
#include <minip/model.h>
#include <minip/cert.h>
#include <minip/code.h>
#include <minip/construct.h>
#include <minip/audit.h>
#include <minip/report.h>
#include <minip/suite.h>
#include <minip/model.h>
#include <minip/train.h>
#include <minip/plot.h>

#endif
