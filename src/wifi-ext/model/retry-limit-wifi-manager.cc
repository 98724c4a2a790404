// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "retry-limit-wifi-manager.h"

#include "ns3/abort.h"
#include "ns3/ht-configuration.h"
#include "ns3/log.h"
#include "ns3/qos-txop.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-psdu.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RetryLimitWifiManager");

NS_OBJECT_ENSURE_REGISTERED(RetryLimitWifiManager);

TypeId
RetryLimitWifiManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RetryLimitWifiManager")
            .SetParent<ConstantRateWifiManager>()
            .SetGroupName("WifiExt")
            .AddConstructor<RetryLimitWifiManager>()
            // Both count transmissions, the first one included, as M_t of vacirca2005 does. 7 is
            // the default of dot11ShortRetryLimit (IEEE 802.11-1999, annex D).
            .AddAttribute("DataAttempts",
                          "Number of transmissions after which a data frame is given up (M_t).",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RetryLimitWifiManager::SetDataAttempts,
                                               &RetryLimitWifiManager::GetDataAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ManagementAttempts",
                          "Number of transmissions after which a management frame is given up.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RetryLimitWifiManager::m_managementAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ShortRetryLimit",
                          "Number of failures in a row, of one frame or several, at which the "
                          "contention window returns to CWmin (dot11ShortRetryLimit). 0: the limit "
                          "of the frame that is given up.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RetryLimitWifiManager::SetShortRetryLimit,
                                               &RetryLimitWifiManager::GetShortRetryLimit),
                          // ns-3 shifts CWmin + 1 by the failures, in 32 bits.
                          MakeUintegerChecker<uint32_t>(0, 20));
    return tid;
}

// The attribute is usually set before the manager has a MAC.
void
RetryLimitWifiManager::SetupMac(const Ptr<WifiMac> mac)
{
    NS_LOG_FUNCTION(this << mac);
    NS_ABORT_MSG_IF(mac->GetHtConfiguration(),
                    "RetryLimitWifiManager: a device of 802.11n or later, whose block ACKs do not "
                    "keep to DataAttempts: expected 802.11a, b or g");
    RefuseFrameRetryLimit(*mac);
    ConstantRateWifiManager::SetupMac(mac);
    UpdateMac();
}

// A value other than the default of ns-3 is the user's.
void
RetryLimitWifiManager::RefuseFrameRetryLimit(const WifiMac& mac) const
{
    TypeId::AttributeInformation info;
    WifiMac::GetTypeId().LookupAttributeByName("FrameRetryLimit", &info);
    const auto standard = DynamicCast<const UintegerValue>(info.originalInitialValue)->Get();
    const uint32_t limit = mac.GetFrameRetryLimit();
    NS_ABORT_MSG_IF(limit != standard && limit != m_dataAttempts, DescribeConflict(mac));
}

// The window would be reset at another count, or not at all.
void
RetryLimitWifiManager::RequireFrameRetryLimit() const
{
    NS_ABORT_MSG_IF(GetMac()->GetFrameRetryLimit() != GetMacLimit(), DescribeConflict(*GetMac()));
}

std::string
RetryLimitWifiManager::DescribeConflict(const WifiMac& mac) const
{
    return "RetryLimitWifiManager: FrameRetryLimit=" + std::to_string(mac.GetFrameRetryLimit()) +
           " of the MAC beside DataAttempts=" + std::to_string(m_dataAttempts) +
           " and ShortRetryLimit=" + std::to_string(m_shortRetryLimit) +
           ": expected the attributes of the manager alone";
}

void
RetryLimitWifiManager::SetDataAttempts(uint32_t attempts)
{
    m_dataAttempts = attempts;
    UpdateMac();
}

uint32_t
RetryLimitWifiManager::GetDataAttempts() const
{
    return m_dataAttempts;
}

void
RetryLimitWifiManager::SetShortRetryLimit(uint32_t limit)
{
    m_shortRetryLimit = limit;
    UpdateMac();
}

uint32_t
RetryLimitWifiManager::GetShortRetryLimit() const
{
    return m_shortRetryLimit;
}

void
RetryLimitWifiManager::UpdateMac() const
{
    if (GetMac())
    {
        GetMac()->SetFrameRetryLimit(GetMacLimit());
        NS_LOG_DEBUG("data frames are given up after "
                     << m_dataAttempts << " transmissions, management frames after "
                     << m_managementAttempts << "; the window begins again after "
                     << GetMacLimit() + 1 << " failures");
    }
}

// ns-3 resets the window at the failure that follows FrameRetryLimit failures.
uint32_t
RetryLimitWifiManager::GetMacLimit() const
{
    return (m_shortRetryLimit > 0 ? m_shortRetryLimit : m_dataAttempts) - 1;
}

// ns-3 calls this after each failure to determine the frames to drop. The base class would use
// FrameRetryLimit, which serves another purpose in this class (UpdateMac).
std::list<Ptr<WifiMpdu>>
RetryLimitWifiManager::DoGetMpdusToDropOnTxFailure(WifiRemoteStation*, Ptr<WifiPsdu> psdu)
{
    RequireFrameRetryLimit();
    std::list<Ptr<WifiMpdu>> dropped;
    for (const auto& mpdu : *PeekPointer(psdu))
    {
        const bool isManagement = mpdu->GetHeader().IsMgt();
        const uint32_t limit = isManagement ? m_managementAttempts : m_dataAttempts;
        // The retry count includes the failure that is being reported.
        if (mpdu->GetRetryCount() >= limit)
        {
            NS_LOG_DEBUG("give up the " << (isManagement ? "management" : "data") << " frame "
                                        << mpdu->GetPacket()->GetUid() << " to "
                                        << mpdu->GetHeader().GetAddr1() << " after " << limit
                                        << " transmissions");
            if (m_shortRetryLimit == 0)
            {
                ResetContentionWindow(mpdu);
            }
            dropped.push_back(mpdu);
        }
        else
        {
            NS_LOG_LOGIC("transmission " << mpdu->GetRetryCount() << " of " << limit << " of frame "
                                         << mpdu->GetPacket()->GetUid() << " to "
                                         << mpdu->GetHeader().GetAddr1() << " failed");
        }
    }
    return dropped;
}

void
RetryLimitWifiManager::ResetContentionWindow(Ptr<const WifiMpdu> mpdu) const
{
    const AcIndex ac = mpdu->GetQueueAc();
    const auto txop = ac == AC_BE_NQOS ? GetMac()->GetTxop() : Ptr<Txop>(GetMac()->GetQosTxop(ac));
    // The MAC itself counts the failure after this call, and resets the window if its count has
    // reached the limit. A management frame may have failed less or more often than that.
    while (txop && txop->GetStaRetryCount(SINGLE_LINK_OP_ID) < GetMac()->GetFrameRetryLimit())
    {
        txop->UpdateFailedCw(SINGLE_LINK_OP_ID);
    }
}

} // namespace ns3
